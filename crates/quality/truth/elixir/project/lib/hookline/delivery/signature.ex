defmodule Hookline.Delivery.Signature do
  @moduledoc "Signs request bodies, so that receivers can check where they come from."

  @tolerance_seconds 300

  def header, do: "x-hookline-signature"

  @doc "Signature of a body at a time, as `t=SECONDS,v1=HEX`."
  def sign(body, secret, time \\ System.os_time(:second)) do
    "t=#{time},v1=#{digest(body, secret, time)}"
  end

  @doc """
  Checks a signature. It must not be older than five minutes.
  """
  @spec verify(binary(), String.t(), String.t(), integer()) :: :ok | {:error, :malformed | :expired | :mismatch}
  def verify(body, secret, signature, now \\ System.os_time(:second)) do
    with ["t=" <> time, "v1=" <> hex] <- String.split(signature, ","),
         {time, ""} <- Integer.parse(time) do
      cond do
        now - time > @tolerance_seconds -> {:error, :expired}
        hex == digest(body, secret, time) -> :ok
        true -> {:error, :mismatch}
      end
    else
      _other -> {:error, :malformed}
    end
  end

  defp digest(body, secret, time) do
    :hmac
    |> :crypto.mac(:sha256, secret, "#{time}." <> body)
    |> Base.encode16(case: :lower)
  end
end
