defmodule Hookline.Delivery.Transport do
  @moduledoc "What the queue needs from a module that delivers events."

  alias Hookline.{Endpoint, Event}

  @type outcome :: :ok | {:retry, term()} | {:drop, term()}

  @callback deliver(Event.t(), Endpoint.t()) :: outcome()
end
