import type { Measured } from './measurement.ts'
import { treeCpuMicroseconds } from './processes.ts'
import type { BenchSalon } from './salon.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** How long a calendar app waits for a calendar that it reads again and again. */
export interface CalendarReads {
  title: string
  milliseconds: Spread
  /** Milliseconds of CPU time for each read. */
  programCpu: number
  postgresCpu: number
  bytes: number
}

/** With three rows fewer than the 60 requests a minute that an address has. */
const reads = 15

/** One reader, one request after the other, as calendar apps send them. */
export async function measureCalendars(
  { program, postgresPid }: Measured,
  salon: BenchSalon,
): Promise<CalendarReads[]> {
  const { url } = program
  const ofSalon = await newCalendar(url, salon)
  const ofProfessional = await newCalendar(url, salon, salon.professionalIds[0])
  const { etag } = await read(ofSalon)
  return [
    await row('10,000 bookings, 200', ofSalon),
    await row('the same, 304', ofSalon, etag),
    await row('one professional of 20, 200', ofProfessional),
  ]

  async function row(title: string, address: URL, etag?: string): Promise<CalendarReads> {
    const milliseconds: number[] = []
    let bytes = 0
    const cpuBefore = [program.cpuMicroseconds(), treeCpuMicroseconds(postgresPid)] as const
    for (let count = 0; count < reads; count++) {
      const startedAt = performance.now()
      const response = await read(address, etag)
      milliseconds.push(performance.now() - startedAt)
      const expected = etag === undefined ? 200 : 304
      if (response.status !== expected) throw new Error(`${title}: status ${response.status}`)
      bytes = response.bytes
    }
    return {
      title,
      milliseconds: spreadOf(milliseconds),
      programCpu: (program.cpuMicroseconds() - cpuBefore[0]) / reads / 1000,
      postgresCpu: (treeCpuMicroseconds(postgresPid) - cpuBefore[1]) / reads / 1000,
      bytes,
    }
  }
}

/** The address of a new calendar. @param professionalId absent: of the whole salon */
export async function newCalendar(
  apiUrl: URL,
  { secretHeaders }: BenchSalon,
  professionalId?: number,
): Promise<URL> {
  const response = await fetch(new URL('/api/v1/calendarios/', apiUrl), {
    method: 'POST',
    headers: { ...secretHeaders, 'content-type': 'application/json' },
    body: JSON.stringify({ peluquero_id: professionalId }),
  })
  const { data } = (await response.json()) as { data: { url: string } }
  // of this API also where pages have a host of their own
  const { pathname, search } = new URL(data.url, apiUrl)
  return new URL(pathname + search, apiUrl)
}

async function read(address: URL, etag?: string) {
  const response = await fetch(address, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
  })
  const { byteLength: bytes } = await response.arrayBuffer()
  return { status: response.status, etag: response.headers.get('etag') ?? '', bytes }
}
