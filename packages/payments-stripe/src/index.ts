export {
  type PlatformKeys,
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKey,
} from './config.ts'
export { openProcessors } from './open-processors.ts'
export { readProcessorEvent } from './parse-event.ts'
export { deliverTestEvent } from './send-test-event.ts'
