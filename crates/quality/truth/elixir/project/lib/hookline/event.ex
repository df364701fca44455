defmodule Hookline.Event do
  @moduledoc "Something that happened, on its way to the endpoints."

  @enforce_keys [:id, :topic, :payload, :created_at]
  defstruct [:id, :topic, :payload, :created_at]

  @type t :: %__MODULE__{id: String.t(), topic: String.t(), payload: map(), created_at: DateTime.t()}

  @max_payload_bytes 65_536

  def new(topic, payload) when is_map(payload) do
    %__MODULE__{id: random_id(), topic: topic, payload: payload, created_at: DateTime.utc_now()}
  end

  @doc "Encodes the event as external term format, compressed."
  @spec encode(t()) :: {:ok, binary()} | {:error, :too_large}
  def encode(%__MODULE__{} = event) do
    body = :erlang.term_to_binary(Map.from_struct(event), [:compressed])

    if byte_size(body) > @max_payload_bytes do
      {:error, :too_large}
    else
      {:ok, body}
    end
  end

  @doc "Age of the event in whole seconds."
  def age(%__MODULE__{created_at: created_at}, now \\ DateTime.utc_now()) do
    DateTime.diff(now, created_at, :second)
  end

  defp random_id do
    12 |> :crypto.strong_rand_bytes() |> Base.url_encode64(padding: false)
  end
end
