import type { Step } from './step.ts'

/** The processor stops the charges of the account, or allows them again. */
export const restrict: Step = {
  name: 'restrict',
  weight: ({ processor }) =>
    processor.isConnected ? (processor.state === 'restricted' ? 4 : 0.8) : 0,
  async run({ processor }) {
    processor.setCharges(processor.state === 'restricted')
    return `the account may ${processor.state === 'active' ? '' : 'not '}charge`
  },
}

/** "Delete all test data" in the processor's dashboard: every intent is unknown from now on. */
export const deleteTestData: Step = {
  name: 'delete test data',
  weight: ({ processor }) => (processor.intents().length > 0 ? 0.4 : 0),
  async run({ processor, model }) {
    const count = processor.intents().length
    processor.deleteTestData(model.now())
    return `the data of ${count} intents is deleted at the processor`
  },
}

/** The salon withdraws the platform's access to its account. */
export const deauthorize: Step = {
  name: 'deauthorize',
  weight: ({ processor }) => (processor.isConnected ? 0.3 : 0),
  async run({ processor, model }) {
    processor.deauthorize(model.now())
    return 'the salon withdraws the access to its account'
  },
}
