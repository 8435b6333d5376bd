import type postgres from 'postgres'
import { openDriver } from './driver.ts'
import type { DriverOptions } from './driver-host.ts'
import type { Driver } from './single-use-driver.ts'

/**
 * Runs queries of one role. int8 is parsed to a number; a value above 2^53 is an error, never a
 * rounded number.
 */
export type Sql = postgres.Sql<{ bigint: number }>

/** One connection, opened when first used and again after each loss. */
export interface Connection {
  /**
   * For the work that begins now, and for all of it: if the connection is lost, later statements are
   * rejected. On a new connection the statements of a transaction would run outside it, and its
   * `commit` would succeed.
   */
  readonly sql: Sql
  /** Makes no new connection from now on, and closes the present one; see `Driver`. */
  end(timeoutSeconds: number): Promise<void>
}

/** @param onLost called after each loss and each failed attempt to connect */
export function openConnection(
  url: string,
  options: DriverOptions,
  onLost: () => void = () => {},
): Connection {
  let current: Driver | undefined
  let isEnded = false
  return {
    get sql() {
      if (!isEnded && current?.isUsable() === false) current = undefined
      current ??= open()
      return current.sql as unknown as Sql
    },
    async end(timeoutSeconds) {
      isEnded = true
      current ??= open()
      await current.end(timeoutSeconds)
    },
  }

  function open(): Driver {
    return openDriver(url, options, () => {
      // of an ended one the driver stays, to refuse queries
      if (!isEnded) current = undefined
      onLost()
    })
  }
}
