export {
  type PlatformKeys,
  type ProcessorSettings,
  readProcessorSettings,
  readSecretsKey,
} from './config.ts'
export { deliverTestEvent } from './deliver-test-event.ts'
export { openProcessors } from './open-processors.ts'
export { readProcessorEvent } from './read-event.ts'
