package tiles.model;

import java.util.Locale;
import java.util.Optional;

/** Image formats in which tiles are delivered. */
public enum TileFormat {
    PNG("png", "image/png", false),
    JPEG("jpg", "image/jpeg", true),
    WEBP("webp", "image/webp", true);

    private final String extension;
    private final String mime;
    private final boolean lossy;

    TileFormat(String extension, String mediaType, boolean lossy) {
        this.extension = extension;
        this.mime = mediaType;
        this.lossy = lossy;
    }

    public String extension() {
        return extension;
    }

    public String mediaType() {
        return mime;
    }

    /** Looks a format up by its file extension, ignoring case. */
    public static Optional<TileFormat> fromExtension(String extension) {
        String wanted = extension.toLowerCase(Locale.ROOT);
        for (TileFormat format : values()) {
            if (format.extension.equals(wanted)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** Quality in percent: 80 for lossy formats, 100 for the others. */
    public int quality() {
        return lossy ? 80 : 100;
    }
}
