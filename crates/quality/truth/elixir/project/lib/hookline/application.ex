defmodule Hookline.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    children = [
      Hookline.Store.Endpoints,
      {Hookline.Store.Archive, path: archive_path()},
      {Task.Supervisor, name: Hookline.TaskSupervisor},
      Hookline.Delivery.Queue
    ]

    Supervisor.start_link(children, strategy: :rest_for_one, name: Hookline.Supervisor)
  end

  defp archive_path do
    System.get_env("HOOKLINE_ARCHIVE") || "deliveries.log"
  end
end
