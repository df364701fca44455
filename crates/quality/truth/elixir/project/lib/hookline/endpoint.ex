defmodule Hookline.Endpoint do
  @moduledoc """
  A webhook: where events of a topic are sent, and how they are signed.
  """

  @enforce_keys [:id, :url, :topic]
  defstruct [:id, :url, :topic, :secret, timeout_ms: 5_000, failures: 0, state: :active]

  @type state :: :active | :paused
  @type t :: %__MODULE__{}

  @failure_limit 10

  @doc """
  Builds an endpoint. The address must be http or https and have a host.
  """
  def new(url, topic, options \\ []) do
    case URI.parse(url) do
      %URI{scheme: scheme, host: host} when scheme in ["http", "https"] and is_binary(host) and host != "" ->
        id = :erlang.phash2({url, topic}) |> Integer.to_string(36)
        {:ok, struct!(%__MODULE__{id: id, url: url, topic: topic}, options)}

      _other ->
        {:error, :invalid_url}
    end
  end

  @doc "Counts a failure and pauses the endpoint at the tenth in a row."
  def record_failure(%__MODULE__{failures: failures} = endpoint) when failures + 1 >= @failure_limit do
    %{endpoint | failures: failures + 1, state: :paused}
  end

  def record_failure(%__MODULE__{failures: failures} = endpoint) do
    %{endpoint | failures: failures + 1}
  end

  def record_success(%__MODULE__{} = endpoint), do: %{endpoint | failures: 0}

  def resume(%__MODULE__{} = endpoint), do: %{endpoint | state: :active, failures: 0}

  @doc "Whether events are sent to it at present."
  def active?(%__MODULE__{state: state}), do: state == :active
end
