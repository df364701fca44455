package glasshouse.settings

import glasshouse.model.SettingsException
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.Properties

/** Seconds between two rounds of the control loop. */
const val DEFAULT_INTERVAL_SECONDS: Long = 30

private const val MAX_STALE_MINUTES = 10L

/** What can be configured. */
data class Settings(
    val logFile: Path,
    val relayUrl: String,
    val interval: Duration = Duration.ofSeconds(DEFAULT_INTERVAL_SECONDS),
    val maxStale: Duration = Duration.ofMinutes(MAX_STALE_MINUTES),
) {
    companion object {
        /**
         * Reads a properties file.
         *
         * @throws SettingsException if a key is missing or the interval is not positive
         */
        fun load(file: Path): Settings {
            val properties = Properties()
            Files.newBufferedReader(file).use { properties.load(it) }
            val seconds = properties.getProperty("interval.seconds")?.toLongOrNull()
                ?: DEFAULT_INTERVAL_SECONDS
            if (seconds <= 0) throw SettingsException("interval.seconds must be positive")
            return Settings(
                logFile = Path.of(properties.required("log.file")),
                relayUrl = properties.required("relay.url").removeSuffix("/"),
                interval = Duration.ofSeconds(seconds),
            )
        }

        @Deprecated("Settings are kept in a file", ReplaceWith("load(file)"))
        fun fromEnvironment(): Settings = Settings(
            logFile = Path.of(System.getenv("GLASSHOUSE_LOG") ?: "readings.csv"),
            relayUrl = System.getenv("GLASSHOUSE_RELAY") ?: "http://localhost:8700",
        )
    }
}

private fun Properties.required(key: String): String =
    getProperty(key) ?: throw SettingsException("missing setting $key")
