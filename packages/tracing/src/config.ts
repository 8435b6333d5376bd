/** Where spans are sent. */
export interface TracingSettings {
  exporter: 'otlp' | 'console'
}

/**
 * Reads the variables that decide whether spans are recorded and by which exporter. The libraries
 * of OpenTelemetry read the others themselves (endpoint, headers, sampler, resource attributes).
 *
 * @returns null: tracing is off, as it is without any variable
 * @throws Error that names the variable and what is expected
 */
export function readTracingSettings(
  env: Record<string, string | undefined> = process.env,
): TracingSettings | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  const exporter = env.OTEL_TRACES_EXPORTER || (endpoint ? 'otlp' : 'none')
  if (exporter === 'none') return null
  if (exporter !== 'otlp' && exporter !== 'console')
    throw new Error(`OTEL_TRACES_EXPORTER is ${exporter}: expected otlp, console or none`)
  if (exporter === 'otlp') {
    for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
      const protocol = env[name] || supportedProtocol
      if (protocol !== supportedProtocol)
        throw new Error(`${name} is ${protocol}: expected ${supportedProtocol}`)
    }
    if (endpoint && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
      throw new Error(`${endpointName(env)} is not a URL: expected http://127.0.0.1:4318`)
  }
  return { exporter }
}

const supportedProtocol = 'http/protobuf'

const endpointName = (env: Record<string, string | undefined>) =>
  env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    : 'OTEL_EXPORTER_OTLP_ENDPOINT'
