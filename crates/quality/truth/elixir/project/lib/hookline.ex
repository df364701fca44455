defmodule Hookline do
  @moduledoc """
  Delivers events to the webhooks that subscribed to them.
  """

  alias Hookline.{Endpoint, Event}
  alias Hookline.Delivery.Queue
  alias Hookline.Store.Endpoints

  @doc """
  Subscribes an address to a topic and returns the new endpoint.
  """
  @spec subscribe(String.t(), String.t(), keyword()) :: {:ok, Endpoint.t()} | {:error, atom()}
  def subscribe(url, topic, options \\ []) do
    with {:ok, endpoint} <- Endpoint.new(url, topic, options) do
      Endpoints.put(endpoint)
      {:ok, endpoint}
    end
  end

  @doc """
  Queues an event for every endpoint of its topic and returns how many there are.
  """
  def publish(topic, payload) do
    event = Event.new(topic, payload)

    topic
    |> Endpoints.for_topic()
    |> Enum.map(&Queue.push(event, &1))
    |> length()
  end

  @doc "Like `publish/2`, but raises if nobody listens."
  def publish!(topic, payload) do
    case publish(topic, payload) do
      0 -> raise Hookline.NoSubscriberError, topic: topic
      count -> count
    end
  end

  @deprecated "Use subscribe/3 instead"
  def register(url, topic), do: subscribe(url, topic)

  def unsubscribe(id), do: Endpoints.delete(id)
end
