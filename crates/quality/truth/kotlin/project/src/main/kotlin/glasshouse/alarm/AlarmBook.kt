package glasshouse.alarm

import glasshouse.model.SensorId
import java.time.Duration
import java.time.Instant

enum class Severity { INFO, WARNING, CRITICAL }

data class Alarm(val sensor: SensorId, val severity: Severity, val raisedAt: Instant)

/** Open alarms; the same alarm is not repeated within the quiet period. */
class AlarmBook(
    private val quietPeriod: Duration = Duration.ofMinutes(15),
    private val notify: (Alarm) -> Unit,
) {
    private val open = LinkedHashMap<SensorId, Alarm>()

    /** Records an alarm and notifies, unless an equal or worse one is recent. */
    fun raise(sensor: SensorId, severity: Severity, now: Instant) {
        val previous = open[sensor]
        if (previous != null && previous.severity >= severity &&
            Duration.between(previous.raisedAt, now) < quietPeriod
        ) {
            return
        }
        val alarm = Alarm(sensor, severity, now)
        open[sensor] = alarm
        notify(alarm)
    }

    fun clear(sensor: SensorId): Boolean = open.remove(sensor) != null

    /** Open alarms, the most severe first, older ones first among equals. */
    fun list(): List<Alarm> =
        open.values.sortedWith(compareByDescending<Alarm> { it.severity }.thenBy { it.raisedAt })

    /** Open alarms of at least the given severity. */
    fun list(atLeast: Severity): List<Alarm> = list().filter { it.severity >= atLeast }
}
