import type { Block } from '../document/model.ts'
import { bars, trend } from './charts.ts'
import { code } from './code.ts'
import type { Flow } from './flow.ts'
import { heading, label, list, paragraph } from './prose.ts'
import { facts, table } from './table.ts'
import { waterfall } from './waterfall.ts'

export function layOut(flow: Flow, block: Block): void {
  switch (block.kind) {
    case 'heading':
      return heading(flow, block)
    case 'label':
      return label(flow, block)
    case 'paragraph':
      return paragraph(flow, block)
    case 'list':
      return list(flow, block)
    case 'facts':
      return facts(flow, block)
    case 'table':
      return table(flow, block)
    case 'code':
      return code(flow, block)
    case 'bars':
      return bars(flow, block)
    case 'trend':
      return trend(flow, block)
    case 'waterfall':
      return waterfall(flow, block)
  }
}
