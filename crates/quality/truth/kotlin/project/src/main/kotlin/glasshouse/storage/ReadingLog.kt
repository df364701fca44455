package glasshouse.storage

import glasshouse.model.CorruptLineException
import glasshouse.model.Reading
import glasshouse.model.SensorId
import glasshouse.text.toCsv
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import java.nio.file.StandardOpenOption
import java.time.Instant

/** Appends readings to a text file and reads them back. */
class ReadingLog(private val file: Path, private val maxBytes: Long = 5_000_000) {

    @Synchronized
    fun append(reading: Reading) {
        rotateIfFull()
        Files.writeString(
            file,
            reading.toCsv() + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND,
        )
    }

    /**
     * Readings taken at or after [since], in file order.
     *
     * @throws CorruptLineException for a line that does not have four valid fields
     */
    fun readSince(since: Instant): List<Reading> {
        if (!Files.exists(file)) return emptyList()
        return Files.readAllLines(file)
            .mapIndexed { index, line -> parse(line) ?: throw CorruptLineException(index + 1) }
            .filter { !it.takenAt.isBefore(since) }
    }

    /** Moves a full file aside with the suffix `.old`, replacing an earlier one. */
    private fun rotateIfFull() {
        if (!Files.exists(file) || Files.size(file) < maxBytes) return
        val old = file.resolveSibling("${file.fileName}.old")
        Files.move(file, old, StandardCopyOption.REPLACE_EXISTING)
    }

    private fun parse(line: String): Reading? {
        val fields = line.split(',')
        if (fields.size != 4 || fields[1].isBlank()) return null
        return Reading(
            sensor = SensorId(fields[1]),
            celsius = fields[2].toDoubleOrNull() ?: return null,
            humidityPercent = fields[3].toIntOrNull() ?: return null,
            takenAt = Instant.ofEpochMilli(fields[0].toLongOrNull() ?: return null),
        )
    }
}
