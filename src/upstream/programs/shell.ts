import { hasNoTools, hook, HookRecogniser, notFound } from './recogniser';
import { scriptSteps } from './script';
import { HookProgram, HookSurroundings } from '../behaviour';
import { shellScriptOf } from '../shell';
import { isNestedTooDeep, parseShell, ShellNode } from '../shell-syntax';

const SHELL = 'a shell script';

/** A script behind `sh -c`. `hookOf` recognises programs that the script starts. */
export function recogniseShellHook(hookOf: HookRecogniser): HookRecogniser {
  return (command, around) => {
    const script = shellScriptOf(command);
    if (script === undefined) return undefined;
    if (hasNoTools(around.image)) return notFound(SHELL);
    const errexit = command.slice(1, command.indexOf(script)).some((word) => /^-[a-zA-Z]*e|^errexit$/.test(word));
    const root = parseShell(script);
    if (root) return hook(SHELL, ...stepsOf(root, script, { around, hookOf, errexit }));
    return hook(SHELL, isNestedTooDeep(script)
      ? { step: 'unknown', command: script.slice(0, SHOWN) }
      : { step: 'exit', code: 2 });
  };
}

/** Enough of a script to recognise it in a finding. */
const SHOWN = 100;

interface Start {
  readonly around: HookSurroundings;
  readonly hookOf: HookRecogniser;
  readonly errexit: boolean;
}

function stepsOf(root: ShellNode, source: string, start: Start): HookProgram['steps'] {
  return scriptSteps(root, {
    ...start, source, env: { ...start.around.env }, functions: new Set(),
    doubt: false, mayHaveEnded: false, background: false,
  });
}
