import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { responseReader } from './http.ts'
import type { Answers, LoadCommand, LoadSpec } from './load.ts'
import { quantile } from './statistics.ts'

// The load generator, in its own process. It writes requests that were prepared before and counts
// the responses, with one request at a time on each connection.

const responseTimeoutMilliseconds = 10_000

interface PreparedLoad {
  spec: LoadSpec
  requests: Buffer[]
  /** Of the next request that is sent in order. */
  position: number
}

const loads = new Map<number, PreparedLoad>()

process.on('message', async (command: LoadCommand) => {
  if ('spec' in command) {
    const { requests, ...spec } = command.spec
    loads.set(command.id, {
      spec: { ...spec, requests: [] },
      requests: requests.map((text) => Buffer.from(text)),
      position: 0,
    })
    process.send?.({ id: command.id })
    return
  }
  const load = loads.get(command.id) as PreparedLoad
  process.send?.({ id: command.id, answers: await run(load, command.seconds) })
})
process.once('disconnect', () => process.exit(0))

async function run(load: PreparedLoad, seconds: number): Promise<Answers> {
  const { spec } = load
  const statuses: Record<string, number> = {}
  let latencies = new Float64Array(1024)
  let answered = 0
  let silent = 0
  let isOver = false
  const connections = await Promise.all(
    Array.from({ length: spec.connections }, (_, index) => openConnection(index)),
  )
  const idle = [...connections]
  const due: number[] = []
  const usageBefore = process.cpuUsage()
  const startedAt = performance.now()
  if (spec.requestsPerSecond === undefined) {
    for (const connection of connections) connection.send(startedAt)
    await wait(seconds * 1000)
  } else await sendPaced(spec.requestsPerSecond)
  isOver = true
  const deadline = performance.now() + responseTimeoutMilliseconds
  while (connections.some(({ isBusy }) => isBusy()) && performance.now() < deadline) await wait(1)
  const elapsed = performance.now() - startedAt
  const { user, system } = process.cpuUsage(usageBefore)
  for (const connection of connections) {
    if (connection.isBusy()) silent++
    connection.close()
  }
  const sorted = latencies.slice(0, answered).sort()
  return {
    statuses,
    silent: silent + due.length,
    seconds: elapsed / 1000,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuMicroseconds: user + system,
  }

  /** A request that finds no free connection waits for one, and its latency includes the wait. */
  async function sendPaced(requestsPerSecond: number) {
    let sent = 0
    for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - startedAt) {
      for (; sent < (elapsed * requestsPerSecond) / 1000; sent++) {
        const connection = idle.pop()
        if (connection === undefined) due.push(performance.now())
        else connection.send(performance.now())
      }
      await wait(1)
    }
  }

  function nextRequest(): Buffer {
    const { requests } = load
    if (spec.order === 'random')
      return requests[Math.floor(Math.random() * requests.length)] as Buffer
    return requests[load.position++ % requests.length] as Buffer
  }

  async function openConnection(index: number) {
    let socket = await openSocket()
    let sentAt = 0
    let isBusy = false
    const read = responseReader((status) => {
      isBusy = false
      record(status, performance.now() - sentAt)
      proceed()
    })
    const connection = {
      send(at: number) {
        sentAt = at
        isBusy = true
        socket.write(nextRequest())
      },
      isBusy: () => isBusy,
      close: () => socket.destroy(),
    }
    return connection

    function proceed() {
      if (spec.requestsPerSecond === undefined) {
        if (!isOver) connection.send(performance.now())
        return
      }
      const at = due.shift()
      if (at === undefined) idle.push(connection)
      else connection.send(at)
    }

    async function openSocket(): Promise<Socket> {
      const { promise, resolve, reject } = Promise.withResolvers<Socket>()
      const opened = connect({
        host: spec.host,
        port: spec.port,
        ...(spec.addresses && { localAddress: `127.0.0.${1 + (index % spec.addresses)}` }),
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafe(65_536),
          callback: (length, buffer) => {
            read((buffer as Buffer).subarray(0, length))
            return true
          },
        },
      })
      opened.once('connect', () => resolve(opened))
      opened.once('error', reject)
      opened.once('close', replace)
      return promise
    }

    /** A connection that the server closes is opened again; its request has got no answer. */
    async function replace() {
      if (isOver) return
      if (isBusy) silent++
      isBusy = false
      socket = await openSocket()
      proceed()
    }
  }

  function record(status: number, milliseconds: number) {
    statuses[status] = (statuses[status] ?? 0) + 1
    if (answered === latencies.length) {
      const longer = new Float64Array(answered * 2)
      longer.set(latencies)
      latencies = longer
    }
    latencies[answered++] = milliseconds
  }
}
