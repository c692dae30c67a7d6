import { discordMessage } from './chat/discord.ts'
import { slackMessage } from './chat/slack.ts'
import { teamsMessage } from './chat/teams.ts'
import type { Facts } from './facts.ts'
import { noticeOf } from './notice.ts'
import { genericBody } from './payload.ts'
import type { BodyFormat } from './receiver.ts'

/** The JSON that a receiver of this format is sent. Only the generic one is signed. */
export function webhookBody(format: BodyFormat, facts: Facts): string {
  switch (format) {
    case 'generic':
      return genericBody(facts)
    case 'slack':
      return JSON.stringify(slackMessage(noticeOf(facts)))
    case 'discord':
      return JSON.stringify(discordMessage(noticeOf(facts)))
    case 'teams':
      return JSON.stringify(teamsMessage(noticeOf(facts)))
  }
}
