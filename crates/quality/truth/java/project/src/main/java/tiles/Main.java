package tiles;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executors;
import tiles.cache.DiskStore;
import tiles.cache.TileCache;
import tiles.http.TileHandler;
import tiles.model.TileFormat;
import tiles.service.Metrics;
import tiles.service.TileService;
import tiles.source.UpstreamClient;

public final class Main {
    private static final int DEFAULT_PORT = 8085;

    private Main() {}

    public static void main(String[] args) throws IOException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_PORT;
        DiskStore disk = new DiskStore(Path.of("tile-data"), TileFormat.PNG);
        removeLeftovers(disk);
        UpstreamClient upstream = new UpstreamClient(
                HttpClient.newHttpClient(), URI.create("http://maps.example/"), System.getenv("MAP_TOKEN"));
        TileCache cache = new TileCache(TileCache.DEFAULT_BUDGET_BYTES, Clock.systemUTC());
        TileService service = new TileService(cache, disk, upstream, new Metrics());
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/tiles/", new TileHandler(service));
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
    }

    private static void removeLeftovers(DiskStore disk) throws IOException {
        for (Path file : disk.leftovers()) {
            Files.delete(file);
        }
    }
}
