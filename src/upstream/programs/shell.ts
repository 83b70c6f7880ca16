import { missingIn, notFound } from './image-tools';
import { hook, HookRecogniser, isImageOf } from './recogniser';
import { scriptSteps } from './script';
import { baseName } from '../../values/paths';
import { HookProgram, HookSurroundings, MissingProgram } from '../behaviour';
import { ENVOY } from '../envoy';
import { shellScriptOf } from '../shell';
import { isNestedTooDeep, parseShell, ShellNode } from '../shell-syntax';

const SHELL = 'a shell script';

/** A script behind `sh -c`. `hookOf` recognises programs that the script starts. */
export function recogniseShellHook(hookOf: HookRecogniser): HookRecogniser {
  return (command, around) => {
    const script = shellScriptOf(command);
    if (script === undefined) return undefined;
    const shell = command[baseName(command[0]) === 'env' ? 1 : 0];
    const missing = missingIn(around.image, shell);
    if (missing?.certain) return notFound(SHELL, missing);
    if (script.length > LONGEST_SCRIPT) return hook(SHELL, { step: 'unknown', command: script.slice(0, SHOWN) });
    const errexit = command.slice(1, command.indexOf(script)).some((word) => /^-[a-zA-Z]*e|^errexit$/.test(word));
    const root = parseShell(script);
    const start = { around, hookOf, errexit, opensSockets: opensSockets(shell, around.image) };
    if (root) return scriptProgram(root, script, start);
    return hook(SHELL, isNestedTooDeep(script)
      ? { step: 'unknown', command: script.slice(0, SHOWN) }
      : { step: 'exit', code: 2 });
  };
}

/** Nobody writes longer ones into a hook, and their parts are counted more than once. */
const LONGEST_SCRIPT = 2 ** 16;

/** Enough of a script to recognise it in a finding. */
const SHOWN = 100;

interface Start {
  readonly around: HookSurroundings;
  readonly hookOf: HookRecogniser;
  readonly errexit: boolean;
  readonly opensSockets?: boolean;
}

function scriptProgram(root: ShellNode, source: string, start: Start): HookProgram {
  const missing: MissingProgram[] = [];
  const steps = scriptSteps(root, {
    ...start, source, env: { ...start.around.env }, functions: new Set(), sockets: new Map(), missing,
    doubt: false, mayHaveEnded: false, background: false,
  });
  const worst = missing.find(({ certain }) => certain) ?? missing[0];
  return worst ? { ...hook(SHELL, ...steps), missing: worst } : hook(SHELL, ...steps);
}

/** Bash has `/dev/tcp`, the other shells of Ubuntu and Alpine do not; what `sh` is elsewhere is not known. */
function opensSockets(shell: string, image: string | undefined): boolean | undefined {
  if (baseName(shell) === 'bash') return true;
  return isImageOf(image, ENVOY.imageNames) || /alpine|busybox/.test(image ?? '') ? false : undefined;
}
