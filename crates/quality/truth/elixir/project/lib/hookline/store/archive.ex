defmodule Hookline.Store.Archive do
  @moduledoc "Appends the outcome of each delivery to a log file."
  use Agent

  alias Hookline.ArchiveError

  @max_bytes 10 * 1024 * 1024

  def start_link(options) do
    path = Keyword.fetch!(options, :path)
    Agent.start_link(fn -> path end, name: __MODULE__)
  end

  @doc "Appends one tab-separated line."
  def append(event, endpoint, outcome) do
    line = Enum.join([DateTime.to_iso8601(event.created_at), event.id, endpoint.url, outcome], "\t")

    Agent.get(__MODULE__, fn path ->
      rotate(path)
      write!(path, line <> "\n")
    end)
  end

  def path, do: Agent.get(__MODULE__, & &1)

  # The previous log is kept under the same name with `.1`; an older one is overwritten.
  defp rotate(path) do
    case File.stat(path) do
      {:ok, %{size: size}} when size > @max_bytes -> File.rename!(path, path <> ".1")
      _small_or_missing -> :ok
    end
  end

  defp write!(path, text) do
    case File.write(path, text, [:append]) do
      :ok -> :ok
      {:error, reason} -> raise ArchiveError, path: path, reason: reason
    end
  end
end
