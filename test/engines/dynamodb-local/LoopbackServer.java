import java.lang.reflect.Field;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local in memory on a port of 127.0.0.1: {@code java LoopbackServer <port>}. Its own main class has no option
 * for the address and would listen on every interface.
 */
public final class LoopbackServer {
  public static void main(String[] arguments) throws Exception {
    String[] options = {"-inMemory", "-sharedDb", "-disableTelemetry", "-port", arguments[0]};
    DynamoDBProxyServer dynamoDb = ServerRunner.createServerFromCommandLineArgs(options);
    for (Connector connector : httpServerOf(dynamoDb).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
    dynamoDb.start();
    dynamoDb.join();
  }

  /** There is no accessor. */
  private static Server httpServerOf(DynamoDBProxyServer dynamoDb) throws ReflectiveOperationException {
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    return (Server) field.get(dynamoDb);
  }
}
