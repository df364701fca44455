package glasshouse.text

import glasshouse.model.Reading
import java.time.Duration
import java.util.Locale

/** Temperature with one decimal, such as `21.5 °C`. */
fun format(celsius: Double): String = String.format(Locale.ROOT, "%.1f °C", celsius)

/** Longest whole unit only: `45 s`, `12 min`, `3 h`. */
fun format(duration: Duration): String = when {
    duration.toHours() > 0 -> "${duration.toHours()} h"
    duration.toMinutes() > 0 -> "${duration.toMinutes()} min"
    else -> "${duration.toSeconds()} s"
}

/** One line of comma-separated values, without a line break. */
fun Reading.toCsv(): String =
    listOf(takenAt.toEpochMilli(), sensor.text, celsius, humidityPercent).joinToString(",")

fun celsiusToFahrenheit(celsius: Double): Double = celsius * 9 / 5 + 32
