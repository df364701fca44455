plugins {
    kotlin("jvm") version "2.0.0"
    application
}

repositories { mavenCentral() }

kotlin { jvmToolchain(17) }

application { mainClass.set("glasshouse.MainKt") }
