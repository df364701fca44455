defmodule Hookline.Delivery.Queue do
  @moduledoc """
  Runs deliveries in tasks and schedules retries.
  """
  use GenServer

  require Logger

  alias Hookline.{Endpoint, Event}
  alias Hookline.Delivery.{Backoff, Sender}
  alias Hookline.Store.{Archive, Endpoints}

  @concurrency 20
  @max_age_seconds 3_600

  def start_link(options \\ []) do
    GenServer.start_link(__MODULE__, options, name: __MODULE__)
  end

  @doc "Queues an event for an endpoint and returns at once."
  def push(%Event{} = event, %Endpoint{} = endpoint) do
    GenServer.cast(__MODULE__, {:push, {event, endpoint.id, 1}})
  end

  @doc "Number of jobs that wait and that run."
  def stats, do: GenServer.call(__MODULE__, :stats, 2_000)

  @impl true
  def init(options) do
    {:ok, %{waiting: :queue.new(), running: %{}, sender: Keyword.get(options, :sender, Sender)}}
  end

  @impl true
  def handle_call(:stats, _from, state) do
    {:reply, %{waiting: :queue.len(state.waiting), running: map_size(state.running)}, state}
  end

  @impl true
  def handle_cast({:push, job}, state), do: {:noreply, enqueue(state, job)}

  @impl true
  def handle_info({:retry, job}, state), do: {:noreply, enqueue(state, job)}

  def handle_info({reference, outcome}, state) when is_reference(reference) do
    Process.demonitor(reference, [:flush])
    {job, running} = Map.pop!(state.running, reference)
    settle(job, outcome)
    {:noreply, start_next(%{state | running: running})}
  end

  def handle_info({:DOWN, reference, :process, _pid, reason}, state) do
    {job, running} = Map.pop!(state.running, reference)
    Logger.error("delivery crashed: #{inspect(reason)}")
    settle(job, {:retry, :crashed})
    {:noreply, start_next(%{state | running: running})}
  end

  defp enqueue(state, job), do: start_next(%{state | waiting: :queue.in(job, state.waiting)})

  # Starts waiting jobs while there is room. Jobs of endpoints that are gone are dropped.
  defp start_next(%{running: running} = state) when map_size(running) >= @concurrency, do: state

  defp start_next(state) do
    with {{:value, {event, id, _attempt} = job}, rest} <- :queue.out(state.waiting) do
      state = %{state | waiting: rest}

      case Endpoints.fetch(id) do
        {:ok, endpoint} ->
          task = Task.Supervisor.async_nolink(Hookline.TaskSupervisor, state.sender, :deliver, [event, endpoint])
          start_next(put_in(state.running[task.ref], job))

        :error ->
          start_next(state)
      end
    else
      {:empty, _queue} -> state
    end
  end

  defp settle({event, id, _attempt}, :ok) do
    Endpoints.update(id, &Endpoint.record_success/1)
    archive(event, id, "delivered")
  end

  defp settle({event, id, _attempt}, {:drop, reason}) do
    archive(event, id, "dropped #{inspect(reason)}")
  end

  defp settle({event, id, attempt}, {:retry, reason}) do
    Endpoints.update(id, &Endpoint.record_failure/1)

    if Backoff.give_up?(attempt) or Event.age(event) > @max_age_seconds do
      archive(event, id, "failed #{inspect(reason)}")
    else
      Process.send_after(self(), {:retry, {event, id, attempt + 1}}, Backoff.delay_ms(attempt))
    end
  end

  defp archive(event, id, outcome) do
    with {:ok, endpoint} <- Endpoints.fetch(id), do: Archive.append(event, endpoint, outcome)
  end
end
