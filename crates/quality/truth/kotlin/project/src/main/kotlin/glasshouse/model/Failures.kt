package glasshouse.model

/** Base of the failures that the hub reports without a stack trace. */
sealed class HubException(message: String, cause: Throwable? = null) : RuntimeException(message, cause)

class SettingsException(message: String) : HubException(message)

/** A relay did not obey, even after several attempts. */
class ActuatorException(val relay: String, val attempts: Int, cause: Throwable?) :
    HubException("relay $relay failed after $attempts attempts", cause)

/** A line of the reading log that cannot be understood. */
class CorruptLineException(val lineNumber: Int) : HubException("line $lineNumber is corrupt")
