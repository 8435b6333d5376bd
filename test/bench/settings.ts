import { formatDate } from '@silla/slots'
import type { Measured } from './measurement.ts'
import { treeCpuMicroseconds } from './processes.ts'
import { today } from './requests.ts'
import type { BenchSalon } from './salon.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** What a salon waits for, and what it costs, when it reads or changes its settings. */
export interface SettingsRequests {
  title: string
  milliseconds: Spread
  /** Milliseconds of CPU time for each request. */
  programCpu: number
  postgresCpu: number
}

interface Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  path: string
  body?: unknown
}

const warmUps = 10
const count = 30

/** One request after the other: changes of one salon wait for each other. */
export async function measureSettings(
  { program, postgresPid }: Measured,
  { secretHeaders, serviceId, professionalIds }: BenchSalon,
): Promise<SettingsRequests[]> {
  const service = `servicios/${serviceId}/`
  const exceptions = `profesionales/${professionalIds[0]}/excepciones/`
  const fecha = formatDate(today() + 300)
  return [
    await row('read a service', () => ({ method: 'GET', path: service })),
    await row('change nothing', () => ({ method: 'PUT', path: service, body: {} })),
    await row('change a price', (index) => ({
      ...{ method: 'PUT', path: service, body: { precio: 20 + (index % 2) } },
    })),
    // bookings are looked for that would lose their time
    await row('add or remove a day off', (index) =>
      index % 2 === 0
        ? { method: 'POST', path: exceptions, body: { fecha } }
        : { method: 'DELETE', path: `${exceptions}${fecha}/` },
    ),
  ]

  async function row(
    title: string,
    requestAt: (index: number) => Request,
  ): Promise<SettingsRequests> {
    for (let index = 0; index < warmUps; index++) await send(requestAt(index))
    const milliseconds: number[] = []
    const before = [program.cpuMicroseconds(), treeCpuMicroseconds(postgresPid)] as const
    for (let index = 0; index < count; index++) {
      const startedAt = performance.now()
      await send(requestAt(index))
      milliseconds.push(performance.now() - startedAt)
    }
    return {
      title,
      milliseconds: spreadOf(milliseconds),
      programCpu: (program.cpuMicroseconds() - before[0]) / count / 1000,
      postgresCpu: (treeCpuMicroseconds(postgresPid) - before[1]) / count / 1000,
    }
  }

  async function send({ method, path, body }: Request): Promise<void> {
    const response = await fetch(new URL(`/api/v1/ajustes/${path}`, program.url), {
      method,
      headers: { ...secretHeaders, ...(body !== undefined && jsonType) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  }
}

const jsonType = { 'content-type': 'application/json' }
