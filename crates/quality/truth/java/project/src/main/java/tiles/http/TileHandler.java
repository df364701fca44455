package tiles.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import tiles.model.TileException;
import tiles.model.TileFormat;
import tiles.model.TileKey;
import tiles.service.TileService;

/** Answers {@code GET /tiles/zoom/column/row.png}. */
public class TileHandler implements HttpHandler {
    static final String PREFIX = "/tiles/";
    private static final int MAX_AGE_SECONDS = 3600;

    private final TileService service;

    public TileHandler(TileService service) {
        this.service = service;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (!"GET".equals(exchange.getRequestMethod())) {
            reply(exchange, 405, "only GET is allowed");
            return;
        }
        String name = exchange.getRequestURI().getPath().substring(PREFIX.length());
        try {
            TileFormat format = formatOf(name);
            TileKey key = TileKey.parse(name.substring(0, name.lastIndexOf('.')));
            byte[] image = service.loadOrAncestor(key);
            exchange.getResponseHeaders().set("Cache-Control", "public, max-age=" + MAX_AGE_SECONDS);
            reply(exchange, 200, format.mediaType(), image);
        } catch (IllegalArgumentException malformed) {
            reply(exchange, 400, malformed.getMessage());
        } catch (TileException failure) {
            reply(exchange, failure.status(), failure.getMessage());
        }
    }

    static TileFormat formatOf(String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("no extension: " + name);
        }
        return TileFormat.fromExtension(name.substring(dot + 1))
                .orElseThrow(() -> new IllegalArgumentException("unknown format: " + name));
    }

    private void reply(HttpExchange exchange, int status, String text) throws IOException {
        reply(exchange, status, "text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    private void reply(HttpExchange exchange, int status, String mediaType, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", mediaType);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
