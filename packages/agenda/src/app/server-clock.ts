/**
 * The server's time, counted on from when it was last read. The clock of the device plays no part,
 * because that of a tablet may be wrong by hours, and somebody may set it meanwhile.
 */
export class ServerClock {
  /** The server's time when the page began to load, in milliseconds. */
  #origin = Date.now() - performance.now()

  /**
   * @param time as the server has sent it
   * @param sentAt when the request was sent: `performance.now()`
   */
  set(time: string, sentAt: number): void {
    this.#origin = Date.parse(time) - (sentAt + performance.now()) / 2
  }

  /** By how much it is ahead of the clock of the device. */
  get aheadMilliseconds(): number {
    return this.now().getTime() - Date.now()
  }

  /** Without a connection: as far ahead of the clock of the device as it was. */
  setAhead(milliseconds: number): void {
    this.#origin = Date.now() - performance.now() + milliseconds
  }

  now = (): Date => new Date(this.#origin + performance.now())
}
