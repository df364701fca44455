//! Lets a model work with tools: one loop of turns, and the missions that run on it.
