package glasshouse.model

import java.time.Duration
import java.time.Instant

/** Name of a sensor, for example `north-3`. */
@JvmInline
value class SensorId(val text: String) {
    init {
        require(text.isNotBlank()) { "a sensor needs a name" }
    }

    /** The part before the last dash; the whole name if there is none. */
    fun zone(): String = text.substringBeforeLast('-')
}

/** One measurement. */
data class Reading(
    val sensor: SensorId,
    val celsius: Double,
    val humidityPercent: Int,
    val takenAt: Instant,
) {
    fun age(now: Instant): Duration = Duration.between(takenAt, now)

    /** Whether the values are physically possible in a greenhouse. */
    val isPlausible: Boolean
        get() = celsius in -30.0..70.0 && humidityPercent in 0..100
}

enum class Season(val nightCelsius: Double, val dayCelsius: Double) {
    WINTER(8.0, 16.0),
    SUMMER(14.0, 24.0);

    companion object {
        /** Months four to nine are summer. */
        fun ofMonth(month: Int): Season {
            require(month in 1..12) { "no such month: $month" }
            return if (month in 4..9) SUMMER else WINTER
        }
    }
}
