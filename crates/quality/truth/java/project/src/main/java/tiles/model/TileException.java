package tiles.model;

/** Reports that a tile could not be delivered. */
public class TileException extends Exception {
    private final int httpStatus;

    public TileException(int status, String message) {
        super(message);
        this.httpStatus = status;
    }

    public TileException(int status, String message, Throwable cause) {
        super(message, cause);
        this.httpStatus = status;
    }

    /** HTTP status that describes the failure. */
    public int status() {
        return httpStatus;
    }

    public boolean isRetryable() {
        return httpStatus == 429 || httpStatus >= 500;
    }

    /** Raised when the upstream server has no such tile. */
    public static final class NotFound extends TileException {
        public NotFound(TileKey key) {
            super(404, "no tile " + key.path());
        }
    }
}
