defmodule Hookline.Store.Endpoints do
  @moduledoc """
  Endpoints in an ETS table. Reads go straight to the table, writes through the process.
  """
  use GenServer

  alias Hookline.Endpoint

  @table :hookline_endpoints

  def start_link(_options), do: GenServer.start_link(__MODULE__, :ok, name: __MODULE__)

  def put(%Endpoint{} = endpoint), do: GenServer.call(__MODULE__, {:put, endpoint})

  @doc "Removes an endpoint; `:ok` even if there was none."
  def delete(id), do: GenServer.call(__MODULE__, {:delete, id})

  @spec fetch(String.t()) :: {:ok, Endpoint.t()} | :error
  def fetch(id) do
    case :ets.lookup(@table, id) do
      [{^id, endpoint}] -> {:ok, endpoint}
      [] -> :error
    end
  end

  @doc "Active endpoints of a topic, sorted by address."
  def for_topic(topic) do
    @table
    |> :ets.tab2list()
    |> Enum.map(fn {_id, endpoint} -> endpoint end)
    |> Enum.filter(&(&1.topic == topic and Endpoint.active?(&1)))
    |> Enum.sort_by(& &1.url)
  end

  @doc "Changes a stored endpoint with a function."
  def update(id, change) when is_function(change, 1) do
    GenServer.call(__MODULE__, {:update, id, change})
  end

  @impl true
  def init(:ok) do
    :ets.new(@table, [:named_table, :protected, read_concurrency: true])
    {:ok, nil}
  end

  @impl true
  def handle_call({:put, endpoint}, _from, state) do
    :ets.insert(@table, {endpoint.id, endpoint})
    {:reply, :ok, state}
  end

  def handle_call({:delete, id}, _from, state) do
    :ets.delete(@table, id)
    {:reply, :ok, state}
  end

  def handle_call({:update, id, change}, _from, state) do
    reply =
      with {:ok, endpoint} <- fetch(id) do
        :ets.insert(@table, {id, change.(endpoint)})
        :ok
      end

    {:reply, reply, state}
  end
end
