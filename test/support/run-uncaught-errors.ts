import { afterEach } from 'node:test'

const uncaught: unknown[] = []
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => uncaught.push(error))

/**
 * Fails each test of the suite during which an error was not caught. node:test fails the process for
 * an error that is thrown after the last test.
 */
export function failForUncaughtErrors(): void {
  afterEach(() => {
    const errors = uncaught.splice(0)
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors)
  })
}
