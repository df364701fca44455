package glasshouse.cache

import glasshouse.model.Reading
import glasshouse.model.SensorId
import java.time.Duration
import java.time.Instant
import java.util.concurrent.locks.ReentrantReadWriteLock
import kotlin.concurrent.read
import kotlin.concurrent.write

/** Keeps the newest reading of each sensor. */
class LatestReadings {
    private val lock = ReentrantReadWriteLock()
    private val bySensor = HashMap<SensorId, Reading>()

    val size: Int
        get() = lock.read { bySensor.size }

    /** Stores a reading unless it is implausible or older than the known one. */
    fun offer(reading: Reading): Boolean {
        if (!reading.isPlausible) return false
        return lock.write {
            val known = bySensor[reading.sensor]
            if (known != null && known.takenAt >= reading.takenAt) {
                false
            } else {
                bySensor[reading.sensor] = reading
                true
            }
        }
    }

    operator fun get(sensor: SensorId): Reading? = lock.read { bySensor[sensor] }

    /** Readings of one zone, the warmest first. */
    fun inZone(zone: String): List<Reading> = lock.read {
        bySensor.values.filter { it.sensor.zone() == zone }.sortedByDescending { it.celsius }
    }

    /** Zones that have at least one reading, in alphabetical order. */
    fun zones(): List<String> = lock.read { bySensor.keys.map { it.zone() }.distinct().sorted() }

    /** Forgets readings that are older than [maxAge] and returns their sensors. */
    fun evictStale(maxAge: Duration, now: Instant): Set<SensorId> = lock.write {
        val stale = bySensor.values.filter { it.age(now) > maxAge }.map { it.sensor }.toSet()
        bySensor.keys.removeAll(stale)
        stale
    }
}
