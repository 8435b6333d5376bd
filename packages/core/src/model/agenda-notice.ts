/** What the page with a salon's agenda gets (D70): no more than why it has to read something again. */
export type AgendaNotice =
  | {
      kind: 'event'
      /** Of the event: where to continue. */
      position: number
      type: string
      eventId: number
    }
  | {
      /**
       * Something that is no event, such as a hold or a setting; with a position, an event of which the
       * follower may know no more than that.
       */
      kind: 'changed'
      position: number | null
    }
  | {
      /** Too much was missed, or is no longer known: everything has to be read again. */
      kind: 'expired'
      position: number
    }
