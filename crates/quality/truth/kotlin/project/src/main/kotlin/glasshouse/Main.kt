package glasshouse

import glasshouse.alarm.AlarmBook
import glasshouse.alarm.Severity
import glasshouse.cache.LatestReadings
import glasshouse.control.Actuator
import glasshouse.control.ClimateController
import glasshouse.control.RecordingActuator
import glasshouse.control.RelayActuator
import glasshouse.model.HubException
import glasshouse.model.Season
import glasshouse.settings.Settings
import glasshouse.storage.ReadingLog
import glasshouse.text.format
import java.nio.file.Path
import java.time.Instant
import java.time.ZoneOffset
import kotlin.system.exitProcess

private const val EXIT_USAGE = 2

fun main(args: Array<String>) {
    val file = args.firstOrNull { !it.startsWith("--") } ?: run {
        System.err.println("usage: glasshouse SETTINGS [--dry-run]")
        exitProcess(EXIT_USAGE)
    }
    try {
        control(Settings.load(Path.of(file)), dryRun = "--dry-run" in args)
    } catch (error: HubException) {
        System.err.println(error.message)
        exitProcess(1)
    }
}

/** One round: fill the cache from the log, raise alarms for silent sensors, switch the relays. */
internal fun control(settings: Settings, dryRun: Boolean, now: Instant = Instant.now()) {
    val readings = LatestReadings()
    // Twice the stale limit, so that a sensor that fell silent is seen once and reported.
    val since = now.minus(settings.maxStale.multipliedBy(2))
    ReadingLog(settings.logFile).readSince(since).forEach { readings.offer(it) }

    val alarms = AlarmBook { println("${it.severity}: ${it.sensor.text}") }
    for (sensor in readings.evictStale(settings.maxStale, now)) {
        alarms.raise(sensor, Severity.WARNING, now)
    }
    println("${readings.size} sensors, silent limit ${format(settings.maxStale)}")

    val controller = ClimateController(
        readings,
        heater = actuator("heater", settings, dryRun),
        vent = actuator("vent", settings, dryRun),
    )
    val clock = now.atOffset(ZoneOffset.UTC)
    controller.runOnce(Season.ofMonth(clock.monthValue), isNight = clock.hour !in 6..20)
}

private fun actuator(name: String, settings: Settings, dryRun: Boolean): Actuator =
    if (dryRun) RecordingActuator(name) else RelayActuator(name, settings.relayUrl)
