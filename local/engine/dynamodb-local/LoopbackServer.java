import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local on a port of 127.0.0.1: {@code java LoopbackServer.java <port> [<folder>]}, with its data in the folder or in
 * memory. Its own main class has no option for the address and would listen on every interface, for everybody. This one answers
 * requests whose access key is DYNAMODB_ACCESS_KEY_ID of the environment; others, a browser's preflight too, get 403.
 */
public final class LoopbackServer {
  private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/]*)/");

  public static void main(String[] arguments) throws Exception {
    List<String> options = new ArrayList<>(List.of("-sharedDb", "-disableTelemetry", "-port", arguments[0]));
    options.addAll(arguments.length > 1 ? List.of("-dbPath", arguments[1]) : List.of("-inMemory"));
    DynamoDBProxyServer dynamoDb = ServerRunner.createServerFromCommandLineArgs(options.toArray(new String[0]));
    Server server = httpServerOf(dynamoDb);
    for (Connector connector : server.getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
    server.setHandler(new KeyCheck(server.getHandler(), System.getenv("DYNAMODB_ACCESS_KEY_ID")));
    dynamoDb.start();
    System.err.println("DynamoDB Local listens");
    dynamoDb.join();
  }

  /** There is no accessor. */
  private static Server httpServerOf(DynamoDBProxyServer dynamoDb) throws ReflectiveOperationException {
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    return (Server) field.get(dynamoDb);
  }

  /** Lets requests through that name the access key. */
  private static final class KeyCheck extends Handler.Wrapper {
    private final byte[] expected;

    KeyCheck(Handler handler, String accessKeyId) {
      super(handler);
      expected = accessKeyId.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String authorization = request.getHeaders().get("Authorization");
      Matcher named = CREDENTIAL.matcher(authorization == null ? "" : authorization);
      byte[] given = (named.find() ? named.group(1) : "").getBytes(StandardCharsets.UTF_8);
      if (MessageDigest.isEqual(given, expected)) return super.handle(request, response, callback);
      Response.writeError(request, response, callback, 403);
      return true;
    }
  }
}
