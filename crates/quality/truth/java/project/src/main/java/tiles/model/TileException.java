package tiles.model;

/** Reports that a tile could not be delivered. */
public class TileException extends Exception {
    private final int status;

    public TileException(int status, String message) {
        super(message);
        this.status = status;
    }

    public TileException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** HTTP status that describes the failure. */
    public int status() {
        return status;
    }

    public boolean isRetryable() {
        return status == 429 || status >= 500;
    }

    /** Raised when the upstream server has no such tile. */
    public static final class NotFound extends TileException {
        public NotFound(TileKey key) {
            super(404, "no tile " + key.path());
        }
    }
}
