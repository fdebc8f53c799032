"""Any module of torch as ONNX, for networks that are more than layers one after the other."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from arena.client.history import LENGTH
from arena.env.games import Encoder
from arena.errors import UserError


def as_onnx(model: Any, encoder: Encoder) -> bytes:
    """Return a module in the format of ONNX: rows (and sequences) in, the values of all actions out.

    Args:
        model: a module of torch, or a model of stable-baselines3 or sb3-contrib.
        encoder: the environment that it was trained in.

    Raises:
        UserError: a package is missing, or the module does not fit the environment.
    """
    try:
        import onnxscript  # noqa: F401, PLC0415 - optional: torch writes ONNX with it
        import torch  # noqa: PLC0415
    except ModuleNotFoundError as error:
        hint = "pip install torch onnxscript; layers, [(weights, bias), ...], need neither"
        raise UserError(
            f"export needs {error.name} for a {type(model).__name__}, and it is not installed", hint
        ) from error
    module = deepcopy(_policy_of(model) if hasattr(model, "policy") else model).cpu().eval()
    given = [torch.zeros((2, encoder.size))]
    if encoder.has_history:
        given.append(torch.zeros((2, LENGTH), dtype=torch.int64))
    with torch.no_grad():
        found = module(*given)
    shape = [*getattr(found[0] if isinstance(found, tuple) else found, "shape", ())]
    if shape != [2, encoder.actions]:
        wanted = f"{encoder.version} wants [2, {encoder.actions}]"
        hint = "give it a module that returns the values of all actions, or a tuple that begins with them"
        raise UserError(f"for two rows, the {type(model).__name__} returns the shape {shape}; {wanted}", hint)
    many = {0: torch.export.Dim("positions")}
    program = torch.onnx.export(module, tuple(given), dynamo=True, dynamic_shapes=[many] * len(given), verbose=False)
    return bytes(program.model_proto.SerializeToString())


def _policy_of(model: Any) -> Any:
    """Return the policy of a model of stable-baselines3 as a module that returns the logits."""
    import torch  # noqa: PLC0415

    class Logits(torch.nn.Module):  # type: ignore[misc] # it has no types here
        """The logits of a policy."""

        def __init__(self) -> None:
            super().__init__()
            self.policy = model.policy

        def forward(self, rows: Any, history: Any = None) -> Any:
            """Return the logits for some rows, and sequences."""
            seen = rows if history is None else {"observation": rows, "history": history}
            return self.policy.get_distribution(seen).distribution.logits

    return Logits()
