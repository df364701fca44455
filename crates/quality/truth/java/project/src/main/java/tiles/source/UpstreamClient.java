package tiles.source;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import tiles.model.TileException;
import tiles.model.TileKey;

/** Downloads tiles from the upstream map server. */
public class UpstreamClient {
    static final int MAX_ATTEMPTS = 4;
    static final long FIRST_DELAY_MS = 250;
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Logger LOG = Logger.getLogger(UpstreamClient.class.getName());

    private final HttpClient http;
    private final URI base;
    private final String token;

    public UpstreamClient(HttpClient http, URI base, String token) {
        this.http = http;
        this.base = base;
        this.token = token;
    }

    /**
     * Fetches a tile and retries failures that may pass.
     *
     * @throws TileException if the tile does not exist or all attempts failed
     */
    public byte[] fetch(TileKey key) throws TileException {
        TileException last = null;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            try {
                return request(key);
            } catch (TileException failure) {
                if (!failure.isRetryable()) {
                    throw failure;
                }
                LOG.log(Level.WARNING, "attempt {0} failed", attempt + 1);
                last = failure;
                pause(delayMs(attempt));
            }
        }
        throw last;
    }

    private byte[] request(TileKey key) throws TileException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(key.path()))
                .timeout(TIMEOUT)
                .header("X-Map-Token", token)
                .GET()
                .build();
        try {
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return switch (response.statusCode()) {
                case 200 -> response.body();
                case 404 -> throw new TileException.NotFound(key);
                default -> throw new TileException(response.statusCode(), "upstream refused " + key.path());
            };
        } catch (IOException problem) {
            throw new TileException(503, "upstream unreachable", problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TileException(499, "interrupted", interrupted);
        }
    }

    /** Delay before the next attempt, doubled each time. */
    static long delayMs(int attempt) {
        return FIRST_DELAY_MS << attempt;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
