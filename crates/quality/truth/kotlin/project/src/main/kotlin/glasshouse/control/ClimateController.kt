package glasshouse.control

import glasshouse.cache.LatestReadings
import glasshouse.model.Season

/** What should happen in a zone. */
sealed interface Decision {
    data object Heat : Decision
    data object Vent : Decision
    data object Idle : Decision
}

/** Decides about heating and venting for each zone. */
class ClimateController(
    private val readings: LatestReadings,
    private val heater: Actuator,
    private val vent: Actuator,
    private val log: (String) -> Unit = ::println,
) {
    /** Without readings a zone is left alone. */
    fun decide(zone: String, season: Season, isNight: Boolean): Decision {
        val zoneReadings = readings.inZone(zone)
        if (zoneReadings.isEmpty()) return Decision.Idle
        val target = if (isNight) season.nightCelsius else season.dayCelsius
        val mean = zoneReadings.map { it.celsius }.average()
        return when {
            mean < target - HYSTERESIS_CELSIUS -> Decision.Heat
            mean > target + HYSTERESIS_CELSIUS -> Decision.Vent
            zoneReadings.any { it.humidityPercent > MAX_HUMIDITY_PERCENT } -> Decision.Vent
            else -> Decision.Idle
        }
    }

    /** Applies a decision; the vent is always set before the heater. */
    fun apply(decision: Decision) {
        vent.switch(decision == Decision.Vent)
        heater.switch(decision == Decision.Heat)
        log("applied $decision")
    }

    /** Heating wins over venting, venting over doing nothing. */
    fun runOnce(season: Season, isNight: Boolean): Decision {
        val decisions = readings.zones().map { decide(it, season, isNight) }
        val strongest = when {
            Decision.Heat in decisions -> Decision.Heat
            Decision.Vent in decisions -> Decision.Vent
            else -> Decision.Idle
        }
        apply(strongest)
        return strongest
    }

    private companion object {
        const val HYSTERESIS_CELSIUS = 1.5
        const val MAX_HUMIDITY_PERCENT = 85
    }
}
