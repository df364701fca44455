defmodule Hookline.NoSubscriberError do
  @moduledoc "Nobody listens to a topic."
  defexception [:topic]

  @impl true
  def message(%{topic: topic}), do: "no subscriber for #{topic}"
end

defmodule Hookline.ArchiveError do
  defexception [:path, :reason]

  @impl true
  def message(%{path: path, reason: reason}) do
    "cannot write #{path}: #{:file.format_error(reason)}"
  end
end
