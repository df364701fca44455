defmodule Hookline.Delivery.Sender do
  @moduledoc "Sends one event to one endpoint over HTTP."

  @behaviour Hookline.Delivery.Transport

  require Logger

  alias Hookline.{Endpoint, Event}
  alias Hookline.Delivery.Signature

  @content_type ~c"application/x-erlang-binary"

  @doc """
  Posts the event. Tells whether it arrived, may be tried again or must be dropped.
  """
  @impl true
  def deliver(%Event{} = event, %Endpoint{} = endpoint) do
    case Event.encode(event) do
      {:ok, body} -> post(endpoint, body)
      {:error, reason} -> {:drop, reason}
    end
  end

  defp post(endpoint, body) do
    request = {String.to_charlist(endpoint.url), headers(endpoint, body), @content_type, body}

    case :httpc.request(:post, request, [timeout: endpoint.timeout_ms], []) do
      {:ok, {{_version, status, _phrase}, _headers, _body}} -> classify(status)
      {:error, reason} -> {:retry, reason}
    end
  end

  defp headers(%Endpoint{secret: nil}, _body), do: []

  defp headers(%Endpoint{secret: secret}, body) do
    [{String.to_charlist(Signature.header()), String.to_charlist(Signature.sign(body, secret))}]
  end

  @doc false
  def classify(status) when status in 200..299, do: :ok
  def classify(status) when status in [408, 429], do: {:retry, status}
  def classify(status) when status >= 500, do: {:retry, status}

  def classify(status) do
    Logger.warning("endpoint refused with status #{status}")
    {:drop, status}
  end
end
