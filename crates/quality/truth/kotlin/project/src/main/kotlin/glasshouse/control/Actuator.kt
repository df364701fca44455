package glasshouse.control

import glasshouse.model.ActuatorException
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Duration

/** Something that can be switched on and off. */
interface Actuator {
    val name: String

    fun switch(on: Boolean)
}

/** Switches a relay over HTTP. */
class RelayActuator(
    override val name: String,
    private val baseUrl: String,
    private val client: HttpClient = HttpClient.newHttpClient(),
    private val pause: (Duration) -> Unit = { Thread.sleep(it.toMillis()) },
) : Actuator {
    private var last: Boolean? = null

    /** Sends nothing if the relay is known to be in the wanted state. */
    override fun switch(on: Boolean) {
        if (last == on) return
        var failure: IOException? = null
        for (attempt in 1..MAX_ATTEMPTS) {
            try {
                put(on)
                last = on
                return
            } catch (error: IOException) {
                failure = error
                if (attempt < MAX_ATTEMPTS) pause(FIRST_PAUSE.multipliedBy(attempt.toLong()))
            }
        }
        last = null
        throw ActuatorException(name, MAX_ATTEMPTS, failure)
    }

    private fun put(on: Boolean) {
        val request = HttpRequest.newBuilder(URI.create("$baseUrl/relays/$name"))
            .timeout(Duration.ofSeconds(5))
            .header("X-Relay-Source", "glasshouse")
            .PUT(HttpRequest.BodyPublishers.ofString(if (on) "on" else "off"))
            .build()
        val response = client.send(request, HttpResponse.BodyHandlers.discarding())
        if (response.statusCode() !in 200..299) {
            throw IOException("status ${response.statusCode()}")
        }
    }

    companion object {
        const val MAX_ATTEMPTS = 4
        private val FIRST_PAUSE = Duration.ofMillis(200)
    }
}

/** Remembers what it was told; for dry runs. */
class RecordingActuator(override val name: String) : Actuator {
    private val _states = mutableListOf<Boolean>()
    val states: List<Boolean> get() = _states

    override fun switch(on: Boolean) {
        _states += on
    }
}
