import { readTracingSettings } from './config.ts'
import type { Tracing } from './tracing.ts'

/**
 * Starts to record spans if the standard variables of OpenTelemetry switch that on. The libraries
 * are loaded only then.
 *
 * @param service the name of the process, unless OTEL_SERVICE_NAME has another one
 * @returns undefined: nothing is recorded
 * @throws Error that names the variable and what is expected
 */
export async function startTracing(service: string): Promise<Tracing | undefined> {
  const settings = readTracingSettings()
  if (settings === null) return undefined
  const { openExporter, openTracing } = await import('./open-tracing.ts')
  return openTracing(service, openExporter(settings))
}
