import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local on a port of 127.0.0.1: {@code java LoopbackServer.java <port> [<folder>]}, with its data in the folder or in
 * memory. Its own main class has no option for the address and would listen on every interface.
 */
public final class LoopbackServer {
  public static void main(String[] arguments) throws Exception {
    List<String> options = new ArrayList<>(List.of("-sharedDb", "-disableTelemetry", "-port", arguments[0]));
    options.addAll(arguments.length > 1 ? List.of("-dbPath", arguments[1]) : List.of("-inMemory"));
    DynamoDBProxyServer dynamoDb = ServerRunner.createServerFromCommandLineArgs(options.toArray(new String[0]));
    for (Connector connector : httpServerOf(dynamoDb).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
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
}
