defmodule Hookline.Delivery.Backoff do
  @moduledoc false

  @base_ms 500
  @cap_ms 60_000
  @max_attempts 6

  @doc "Milliseconds to wait after the given attempt, counted from 1: doubled each time, up to a minute."
  def delay_ms(attempt) when attempt >= 1 do
    min(@base_ms * Integer.pow(2, attempt - 1), @cap_ms)
  end

  def give_up?(attempt), do: attempt >= @max_attempts

  # Left from the time when delays were fixed.
  def fixed_delay_ms, do: 5_000
end
